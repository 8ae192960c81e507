import { expect, test } from "vitest";
import { missingNumbers, planUpload } from "./plan.ts";

const file = (name: string, size = 1000, number?: number) => ({
  name,
  size,
  lastModified: 1,
  ...(number === undefined ? {} : { number }),
});
const goesOf = (places: ReturnType<typeof planUpload>) =>
  places.map(({ name, kind, number, language, leftOut }) => [name, leftOut ?? kind, number, language]);

test("C18: films go by the number of their names, captions with their film, pictures to the series, and gaps are named", () => {
  const places = planUpload(
    [
      file("10 The end.mp4"),
      file("2.mp4"),
      file("01.mov"),
      file("2.pt-BR.srt"),
      file("poster.JPG"),
      file("Notes.docx"),
    ],
    [],
  );
  expect(goesOf(places)).toEqual([
    ["10 The end.mp4", "film", 10, null],
    ["2.mp4", "film", 2, null],
    ["01.mov", "film", 1, null],
    ["2.pt-BR.srt", "captions", 2, "pt"],
    ["poster.JPG", "poster", null, null],
    ["Notes.docx", "not_media", null, null],
  ]);
  expect(missingNumbers(places, [])).toEqual([3, 4, 5, 6, 7, 8, 9]);
});

test("C18: names without numbers follow the last episode, and a number chosen in the preview moves film and captions", () => {
  const known = [{ number: 1, hasFilm: true, captions: ["en"] }];
  expect(goesOf(planUpload([file("dawn.mp4"), file("dusk.mp4"), file("1.en.vtt")], known))).toEqual([
    ["dawn.mp4", "film", 2, null],
    ["dusk.mp4", "film", 3, null],
    ["1.en.vtt", "captions", 1, "en"],
  ]);
  const [moved, captions] = planUpload([file("1.mp4", 5, 4), file("1.fr.srt")], known);
  expect(moved).toMatchObject({ number: 4, replaces: false });
  expect(captions).toMatchObject({ number: 4, language: "fr", leftOut: null });
  expect(planUpload([file("1.mp4")], known)[0]).toMatchObject({ number: 1, replaces: true });
});

test("C22, C24, T38: what cannot be taken is left out with its reason", () => {
  const names = ["../1.mp4", "a\0.mp4", `${"x".repeat(300)}.mp4`, ".1.mp4", "page.svg", "list.m3u8"];
  expect(
    planUpload(
      names.map((name) => file(name)),
      [],
    ).map(({ leftOut }) => leftOut),
  ).toEqual(["bad_name", "bad_name", "bad_name", "bad_name", "not_media", "not_media"]);
  const reasons = planUpload(
    [
      file("1.mp4", 0),
      file("2.mp4", 9 * 1024 ** 3),
      file("9.es.srt"),
      file("3.mp4"),
      file("3.mov"),
      file("poster.png", 2e8),
    ],
    [],
  ).map(({ leftOut }) => leftOut);
  expect(reasons.slice(0, 3)).toEqual(["empty", "too_big", "no_episode"]);
  expect(reasons.at(-1)).toBe("too_big");
  // Two films of one number are counted in the order of their names instead, so none replaces the other.
  const many = planUpload(
    Array.from({ length: 101 }, (_, at) => file(`${at + 1}.mp4`)),
    [],
  );
  expect(many.filter(({ leftOut }) => leftOut === "too_many")).toHaveLength(1);
});
