import { defineConfig } from "@playwright/test";

import { chromium, targetFolder } from "./tests/browser/support/programs.js";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: `${targetFolder}/browser-tests`,
  globalSetup: "./tests/browser/support/build.js",
  fullyParallel: true,
  workers: 2,
  // A test that passes only the second time hides a race.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // Most things take milliseconds; the limits are for a busy machine.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    // Tests take requests away from pages, which a service worker would answer.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chromium(),
      // The last option keeps the browser from reaching anything but this machine.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-extensions",
        "--no-first-run",
        "--mute-audio",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      ],
    },
  },
});
