import { expect, test } from "vitest";
import { activeLines, cueLines, lastLineOf } from "./cue-text.ts";

test("a caption shows its text without voice, class, ruby and timing tags", () => {
  expect(cueLines("<v Maria>You <i.loud>signed</i>.</v> <00:00:01.500>There is no undo.")).toEqual([
    "You signed. There is no undo.",
  ]);
});

test("a caption's entities are decoded, and only once", () => {
  expect(cueLines("Tom &amp; Ana &lt;3 &amp;lt; &#233; &#x1F600; &unknown;")).toEqual([
    "Tom & Ana <3 &lt; é 😀 &unknown;",
  ]);
});

test("markup in a caption stays text", () => {
  expect(cueLines("&lt;img src=x onerror=alert(1)&gt;")).toEqual(["<img src=x onerror=alert(1)>"]);
});

test("a caption keeps its lines and drops empty ones", () => {
  expect(cueLines("first\n\n  second  \r\n")).toEqual(["first", "second"]);
});

test("overlapping cues are shown in the order of their start", () => {
  const later = { startTime: 2, text: "later" };
  const earlier = { startTime: 1, text: "earlier" };
  expect(activeLines([later, earlier])).toEqual(["earlier", "later"]);
});

test("the last line of a caption file is the last cue with words in it", () => {
  const head = "WEBVTT\n\nNOTE not a cue\n\n1\n00:00:01.000 --> 00:00:02.000\nFirst.";
  expect(lastLineOf(`${head}\n\n00:08.000 --> 00:09.000 line:80%\n<v Ana>You &amp; I,\nagain.\n`)).toEqual([
    "You & I,",
    "again.",
  ]);
  expect(
    lastLineOf(
      `${head}\r\n\r\n00:08.000 --> 00:09.000\r\n[door slams]\r\n\r\n00:09.500 --> 00:10.000\r\n♪ waltz ♪\r\n`,
    ),
  ).toEqual(["First."]);
  expect(lastLineOf("WEBVTT\n\nNOTE nothing is said --\n")).toEqual([]);
});
