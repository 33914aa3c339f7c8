import { afterEach, expect, it, vi } from "vitest";
import { backupName } from "../src/backup-name";
import { now } from "../src/clock";

vi.mock(import("../src/clock"), async (original) => ({ ...(await original()), now: vi.fn() }));

afterEach(() => {
  vi.mocked(now).mockReset();
});

it("holds the seconds", () => {
  vi.mocked(now).mockReturnValue(new Date("2024-05-10T09:15:07Z"));
  expect(backupName("site")).toBe("site-20240510-091507.tar");
});

it("differs a second later", () => {
  vi.mocked(now).mockReturnValueOnce(new Date("2024-12-31T23:59:58Z")).mockReturnValueOnce(new Date("2024-12-31T23:59:59Z"));
  expect([backupName("a"), backupName("a")]).toEqual(["a-20241231-235958.tar", "a-20241231-235959.tar"]);
});
