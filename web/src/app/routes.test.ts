import { expect, test } from "vitest";
import { episodeOf, positionOf } from "../features/playback/watch-url.ts";
import { matchRoute, sortOf } from "./routes.ts";

test("R10: / is the home screen", () => {
  expect(matchRoute("/")).toEqual({ name: "home" });
});

test("R14: /videos/{id} is the watch screen, and ep and t point into it", () => {
  expect(matchRoute("/videos/Abc-1_2")).toEqual({ name: "watch", seriesId: "Abc-1_2" });
  expect(matchRoute("/videos/Abc/")).toEqual({ name: "watch", seriesId: "Abc" });
  expect(episodeOf("?ep=7&t=42")).toBe(7);
  expect(positionOf("?ep=7&t=42")).toBe(42);
});

test("R14: nonsense in ep and t counts as absent", () => {
  for (const search of ["", "?ep=0&t=-1", "?ep=1.5&t=NaN", "?ep=x&t=y", "?ep=&t="]) {
    expect(episodeOf(search)).toBeNull();
    expect(positionOf(search)).toBe(null);
  }
});

test("R12, R13: /browse/{id} and /more/{id} are lists, and sort says their order", () => {
  expect(matchRoute("/browse/all")).toEqual({ name: "browse", id: "all" });
  expect(matchRoute("/more/recommended/")).toEqual({ name: "more", id: "recommended" });
  expect(sortOf("?sort=newest")).toBe("newest");
  expect(sortOf("?sort=popular&x=1")).toBe("popular");
  for (const search of ["", "?sort=", "?sort=oldest", "?sort=Newest"])
    expect(sortOf(search)).toBe("recommended");
});

test("R29: any other path is the not-found screen", () => {
  for (const path of [
    "/nowhere",
    "/videos",
    "/videos/",
    "/videos/a/b",
    `/videos/${"a".repeat(33)}`,
    "/videos/a%2f",
    "/browse",
    "/more/",
    "/browse/a/b",
    "/browsers/a",
  ]) {
    expect(matchRoute(path)).toEqual({ name: "notFound" });
  }
});
