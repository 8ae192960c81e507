import { expect, test } from "vitest";
import { matchScreen } from "./screens.ts";

test("R10: / is the home screen", () => {
  expect(matchScreen("/")).toEqual({ name: "home" });
});

test("R14: /videos/{id} is the watch screen", () => {
  expect(matchScreen("/videos/Abc-1_2")).toEqual({ name: "watch", seriesId: "Abc-1_2" });
  expect(matchScreen("/videos/Abc/")).toEqual({ name: "watch", seriesId: "Abc" });
});

test("R12, R13: /browse/{id} and /more/{id} are lists", () => {
  expect(matchScreen("/browse/all")).toEqual({ name: "browse", id: "all" });
  expect(matchScreen("/more/recommended/")).toEqual({ name: "more", id: "recommended" });
});

test("R24: the keyword of a search is decoded once, and a percent sign written by hand is itself", () => {
  expect(matchScreen("/searchDetail/salt%20%26%20sea")).toEqual({ name: "results", keyword: "salt & sea" });
  expect(matchScreen("/searchDetail/%2541")).toEqual({ name: "results", keyword: "%41" });
  expect(matchScreen("/searchDetail/100%")).toEqual({ name: "results", keyword: "100%" });
  expect(matchScreen(`/searchDetail/${"a".repeat(601)}`)).toEqual({ name: "notFound" });
  expect(matchScreen("/searchDetail/%20")).toEqual({ name: "notFound" });
});

test("R26: each page of text has its path, and the contact form is a screen of another kind", () => {
  expect(matchScreen("/refundPolicy")).toEqual({ name: "info", page: "refundPolicy" });
  expect(matchScreen("/contactUs")).toEqual({ name: "contactUs" });
});

test("R29: any other path is the not-found screen", () => {
  for (const path of [
    "/nowhere",
    "//",
    "",
    "/constructor",
    "/my/a",
    "/videos",
    "/videos/",
    "/videos/a/b",
    `/videos/${"a".repeat(33)}`,
    "/videos/a%2f",
    "/browse",
    "/more/",
    "/browse/a/b",
    "/browsers/a",
    "/searchDetail/",
  ]) {
    expect(matchScreen(path), path).toEqual({ name: path === "" ? "home" : "notFound" });
  }
});
