/** The walk in Firefox, by WebDriver BiDi. */
import { launch } from "puppeteer-core";
import { walk } from "./walk.ts";

const HEIGHT = 844;

walk(async () => {
  const browser = await launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox",
    defaultViewport: { width: 390, height: HEIGHT },
  });
  let page = await browser.newPage();
  let complaints: string[] = [];
  const find = (element: string) => page.locator(`::-p-xpath(${element})`);
  return {
    async open(url) {
      await page.close();
      page = await browser.newPage();
      complaints = [];
      page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(url);
    },
    complaints: async () => complaints,
    click: (element) => find(element).click(),
    type: (element, text) => find(element).fill(text),
    resize: (width) => page.setViewport({ width, height: HEIGHT }),
    evaluate: (run, argument = "") => page.evaluate(run, argument),
    close: () => browser.close(),
  };
});
