import { expect, test } from "vitest";
import { pack, unpack } from "./packed.ts";

const files = (kind: string) =>
  [180, 360].map((width) => ({ url: `/media/images/a-${width}.${kind}`, width }));
const poster = {
  url: "/media/images/a-360.webp",
  width: 360,
  height: 540,
  srcset: files("webp"),
  avif: files("avif"),
  placeholder: "#123456",
};
const card = {
  id: "s1",
  title: 'Salt & "Crown" \u2028 $',
  poster,
  tags: [{ id: "romance", name: "Romance" }],
};

function through<T>(value: T): T {
  return unpack(JSON.parse(JSON.stringify(pack(value))));
}

test("V17: what is packed comes back equal, shared objects and odd images among it", () => {
  const { avif: _, ...plain } = poster;
  const odd = [
    { ...poster, url: "/elsewhere.webp" },
    { ...poster, width: 300 },
    { ...poster, srcset: [] },
    { ...poster, avif: [] },
    { ...poster, credit: "Mara" },
    plain,
  ];
  const value = {
    sections: [[card, card], [card]],
    featured: { ...card, synopsis: "Two." },
    odd,
    none: null,
  };
  expect(through(value)).toEqual(value);
  for (const one of [null, 7, "text", [], {}, [null, [card, [card]]]]) expect(through(one)).toEqual(one);
});

test("V17: a card that several sections show is sent once", () => {
  const sections = Array.from({ length: 5 }, () => [card]);
  const length = JSON.stringify(pack(sections)).length;
  expect(length).toBeLessThan(JSON.stringify([card]).length);
});
