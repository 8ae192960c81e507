import { expect, test } from "vitest";
import { type ApiContext, ApiError } from "./api.ts";
import { fetchFile } from "./download.ts";
import { createStore } from "./storage.ts";

function createContext(answer: Response): ApiContext & { said: string[] } {
  const said: string[] = [];
  return {
    said,
    fetch: async () => answer,
    store: createStore(() => null),
    language: () => "en",
    cookies: () => true,
    showToast: (text) => said.push(text),
    generalFailure: () => "No connection.",
  };
}

test("R15: a call that answers with a file returns it with the server's name", async () => {
  const headers = {
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="my-data.zip"',
  };
  const file = await fetchFile(
    "POST /api/user/export",
    { password: "p" },
    {},
    createContext(new Response("PK", { headers })),
  );
  expect(file.name).toBe("my-data.zip");
  expect(await file.blob.text()).toBe("PK");
});

test("R15: a name with a path is rejected", async () => {
  const headers = {
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="../x.zip"',
  };
  const file = await fetchFile(
    "POST /api/user/export",
    { password: "p" },
    {},
    createContext(new Response("PK", { headers })),
  );
  expect(file.name).toBe("download");
});

test("R92: a refusal instead of the file rejects as every call does", async () => {
  const body = { code: 500, message: "Wrong password.", reason: "password_wrong" };
  const refusing = createContext(Response.json(body));
  const error = await fetchFile("POST /api/user/export", { password: "p" }, {}, refusing).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 500, reason: "password_wrong" });
  expect(refusing.said).toEqual(["Wrong password."]);
});
