import { expect, test } from "vitest";
import { chooseVariant, firstFiles } from "./warm.ts";

const multivariant = `#EXTM3U
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=1800000,RESOLUTION=540x960,CODECS="avc1.4d401f,mp4a.40.2"
v540.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=720x1280,CODECS="avc1.64001f,mp4a.40.2"
v720.m3u8
`;

test("the next episode is warmed in the quality that plays now", () => {
  expect(chooseVariant(multivariant, 1280)).toBe("v720.m3u8");
});

test("an episode without that quality is warmed in the one it lists first", () => {
  expect(chooseVariant(multivariant, 640)).toBe("v540.m3u8");
  expect(chooseVariant(multivariant, null)).toBe("v540.m3u8");
  expect(chooseVariant("not a playlist", null)).toBeNull();
});

test("warming takes the init segment and one segment, no more", () => {
  const playlist = `#EXTM3U\n#EXT-X-MAP:URI="v540-init.mp4"\n#EXTINF:4.0,\nv540-00000.m4s\n#EXTINF:4.0,\nv540-00001.m4s\n`;
  expect(firstFiles(playlist)).toEqual(["v540-init.mp4", "v540-00000.m4s"]);
});
