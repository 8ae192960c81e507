// Runs before and after every test file of the server. Files share a process, so what one leaves open disturbs the next.
import { afterAll } from "vitest";
import { watchLeaks } from "./leaks.ts";

const check = watchLeaks();

// Hooks of this kind run in the opposite order of their definition: this one comes after those of the file.
afterAll(() => check());
