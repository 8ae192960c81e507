// Runs before and after every test file of the server. Files share a process, so a resource that one leaves open
// disturbs the next.
import { afterAll } from "vitest";
import { watchLeaks } from "./leaks.ts";

const check = watchLeaks();

// Such hooks run in the opposite order of their definition: this one runs after those of the file.
afterAll(() => check());
