import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captionFile, captionName, readCaption } from "./captions.ts";
import { ASSET_FILE } from "./names.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-captions-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function read(text: string | Buffer, name = "01.en.vtt") {
  const path = join(root, name);
  await writeFile(path, text);
  return readCaption(path, "en");
}

describe("captions", () => {
  it("R9: take their language from the file name, in any spelling of the five languages", () => {
    const names = ["01.en.vtt", "01.PT.vtt", "01.pt-BR.vtt", "a.b.fy.srt", "01.dy.SRT", "01.de_AT.vtt"];
    expect(names.map((name) => captionName(name)?.language)).toEqual(["en", "pt", "pt", "fr", "de", "de"]);
    expect(captionName("a.b.fy.srt")).toEqual({ stem: "a.b", language: "fr", format: "srt" });
    expect(["01.vtt", "01.ja.vtt", "01.en.txt", ".en.srt", "en.srt"].map(captionName)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it("keep cues and drop styles, comments, voices, byte order marks and Windows line endings", async () => {
    const { body } = await read(
      "\uFEFFWEBVTT title\r\n\r\nSTYLE\r\n::cue{color:red}\r\n\r\nNOTE 00:01.000 --> 00:02.000\r\nno\r\n\r\n" +
        "1\r\n00:01.000 --> 00:02.000 line:10% region:x\r\n<v Anna>Hello <i>you</i> &amp; <c.red>me</c>\r\n",
    );
    expect(body).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:10%\nHello <i>you</i> &amp; me\n");
  });

  it("may be SubRip with commas, tags, positions, ampersands and blank lines with spaces; cues are sorted by time", async () => {
    const { body, end } = await read(
      '2\r\n00:00:03,5 --> 00:00:04,000\r\n<font color="#fff">Tom & <I>Jerry</I></font>\r\n1 < 2\r\n \r\n' +
        "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}Up here\r\n\r\n3\r\n00:00:05,000 --> 00:00:05,000\r\nnever\r\n",
      "01.en.srt",
    );
    expect(body).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:5%\nUp here\n\n" +
        "00:00:03.500 --> 00:00:04.000\nTom &amp; <i>Jerry</i>\n1 &lt; 2\n",
    );
    expect(end).toBe(4);
  });

  it("may be in Windows-1252 or UTF-16", async () => {
    const text = "1\n00:00:01,000 --> 00:00:02,000\nDéjà vu – ça va\n";
    const windows = Buffer.from(text.replace("–", "\x96"), "latin1");
    expect((await read(windows, "01.fr.srt")).body).toContain("Déjà vu – ça va");
    expect((await read(Buffer.from(`\uFEFF${text}`, "utf16le"), "01.fr.srt")).body).toContain("Déjà vu");
  });

  it("cannot inject a cue: no text starts a cue within another", async () => {
    const { body } = await read("1\n00:00:01,000 --> 00:00:02,000\nx --> y <script>\n", "01.en.srt");
    expect(body).toContain("x --&gt; y &lt;script&gt;");
  });

  it("are named by their content, in a form that the media routes accept", () => {
    expect(captionFile("en", "a")).not.toBe(captionFile("en", "b"));
    expect(captionFile("en", "a")).toMatch(ASSET_FILE);
  });

  it("that are not WebVTT or hold no cues are reported by name", async () => {
    await expect(read("1\n00:00:01,000 --> 00:00:02,000\nHi")).rejects.toThrow(/01\.en\.vtt is not WebVTT/);
    await expect(read("WEBVTT\n\nNOTE nothing\n")).rejects.toThrow(/01\.en\.vtt holds no captions/);
    await expect(read("hello", "01.en.srt")).rejects.toThrow(/01\.en\.srt holds no captions/);
  });
});
