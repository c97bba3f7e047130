// Opens the chat page of examples/chat in a headless browser, with the official client in it, and does what a person would:
//   node page.mjs URL CHROMIUM [SCREENSHOT]
// What it saw is a line of JSON.
import puppeteer from "puppeteer-core";

const [url, executablePath, screenshot] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const saw = { errors: [] };
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => saw.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && saw.errors.push(message.text()));
  await page.setViewport({ width: 900, height: 560 });
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");

  const last = () => page.$eval("#messages", (e) => e.lastElementChild?.textContent ?? "");
  const items = () => page.$$eval("#items li", (list) => list.map((e) => e.textContent));
  const say = async (text) => {
    await page.type("input", text);
    await page.keyboard.press("Enter");
  };
  const idle = () => page.waitForFunction(() => document.querySelector("#stop").disabled);
  // Every text that the answer had on its way, as the page drew them.
  const watch = (text) => page.evaluate(async (text) => {
    const seen = [];
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      const p = document.querySelector("#messages").lastElementChild;
      if (p?.className === "assistant" && p.textContent !== seen.at(-1)) seen.push(p.textContent);
      if (seen.at(-1) === text) return seen;
      await new Promise((done) => setTimeout(done, 5));
    }
    return seen;
  }, text);

  await say("add milk");
  saw.streamed = await watch("I added milk to the list.");
  await idle();
  saw.one = await items();
  await say("add bread");
  await idle();
  saw.two = await items();

  await say("clear");
  await page.waitForSelector("#question:not([hidden])");
  saw.question = await page.$eval("#question span", (e) => e.textContent);
  if (screenshot) await page.screenshot({ path: screenshot });
  await page.click("#question button[value=no]");
  await page.waitForFunction(() => document.querySelector("#question").hidden);
  await idle();
  saw.no = [await last(), await items()];
  await say("clear");
  await page.waitForSelector("#question:not([hidden])");
  await page.click("#question button[value=yes]");
  await watch("The list is empty now.");
  await idle();
  saw.yes = [await last(), await items()];

  await say("stop me in the middle");
  await page.waitForFunction(() => document.querySelector("#messages").lastElementChild.className === "assistant");
  await page.click("#stop");
  await idle();
  saw.stopped = await last();
  await new Promise((done) => setTimeout(done, 500));
  saw.later = await last();
} catch (error) {
  saw.errors.push(String(error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(saw));
