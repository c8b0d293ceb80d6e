/**
 * Plays a table in Firefox, by WebDriver BiDi: node firefox.mjs FIREFOX URL TOKEN TABLE TURNS [PICTURE]
 * Prints JSON: the result, whether it lay in the window, and what went wrong in the page.
 */
import puppeteer from "puppeteer-core";

const [firefox, url, token, table, turns, picture] = process.argv.slice(2);
const DOING = ".doing.turn", BUTTON = "button:not(:disabled)";
const READY = `${DOING}[aria-busy=false] ${BUTTON}.main, ${DOING}[aria-busy=false] .choices ${BUTTON}`;
const CARD = `${DOING}[aria-busy=false] .pick button.quiet, .felt button.card:not(.dim)`;

const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 800 });
const faults = [];
page.on("pageerror", (error) => faults.push(error.message));
page.on("console", (said) => said.type() === "error" && faults.push(said.text()));

await page.goto(`${url}/account`);
await (await page.waitForSelector("::-p-xpath(//label[contains(., 'Sign-in code')]//input)")).type(token);
await page.locator("::-p-text(Open my account)").click();
await page.waitForSelector("::-p-text(My tables)");
await page.evaluate(() => localStorage.setItem("fairdeal.pace", '"off"'));
await page.goto(`${url}/tables/${table}`);
for (const words of ["Sit here", "Begin"]) await page.locator(`button::-p-text(${words})`).click();

/** Return the first of what a selector names that can be seen. */
async function visible(selector) {
  for (const found of await page.$$(selector)) if (await found.evaluate((one) => one.checkVisibility())) return found;
  return undefined;
}

const number = () => page.$eval("[data-n]", (place) => Number(place.getAttribute("data-n")));
let played = 0;
for (; played < Number(turns); played++) {
  await page.waitForSelector(`${DOING}[aria-busy=false], .result`);
  if (await page.$(".result") !== null) break;
  const seen = await number();
  if (await visible(READY) === undefined) await (await visible(CARD)).click();
  await (await visible(READY)).click();
  await page.waitForFunction((before) => document.querySelector(".result, .doing .problem") !== null
    || Number(document.querySelector("[data-n]").getAttribute("data-n")) > before, {}, seen);
}
if (await page.$(".result") === null) {
  console.error(await page.$eval("main", (place) => place.innerText));
}
const result = await page.$eval(".result", (place) => {
  const { top, bottom } = place.querySelector("h1, h2").getBoundingClientRect();
  return { text: place.innerText, isInWindow: top >= 0 && bottom <= innerHeight };
});
if (picture) await page.screenshot({ path: picture });
console.log(JSON.stringify({ ...result, played, faults }));
await browser.close();
