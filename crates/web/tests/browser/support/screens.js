// Sizes of screens.

/** A phone with a touch screen. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Width and height in CSS pixels; all but the desktop are touch screens. */
const SIZES = { desktop: [1280, 900], phone: [390, 844], landscape: [844, 390], narrow: [320, 640] };

/** @type {WeakMap<import("@playwright/test").Page, import("@playwright/test").CDPSession>} */
const sessions = new WeakMap();

/**
 * Turns the screen of a page that is open into another one, which a context cannot do.
 * @param {import("@playwright/test").Page} page
 * @param {"desktop" | "phone" | "landscape" | "narrow"} screen
 */
export async function setScreen(page, screen) {
  const [width, height] = SIZES[screen];
  const mobile = screen !== "desktop";
  await page.setViewportSize({ width, height });
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  await session.send("Emulation.setTouchEmulationEnabled", {
    enabled: mobile,
    maxTouchPoints: mobile ? 5 : 1,
  });
}
