import { writeFileSync } from 'node:fs'
import chromiumBinary from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
const url = process.argv[2]!
const browser = await chromium.launch({ executablePath: await chromiumBinary.executablePath(), args: ['--no-sandbox'] })
const context = await browser.newContext({ baseURL: url, locale: 'de-DE', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
const page = await context.newPage()
await page.goto('/')
await page.locator('input[name=user]').fill('admin@demo.inputlist.example')
await page.locator('input[type=password]').fill('inputlist-demo')
await page.keyboard.press('Enter')
await page.locator('a[data-row-link]').first().waitFor()
const cdp = await context.newCDPSession(page)
await cdp.send('Profiler.enable')
await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
for (let i = 0; i < 3; i++) {
  await page.goto('/jobs')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  await cdp.send('Profiler.start')
  await page.locator('nav a[href="/admin/component"]').click()
  await page.locator('[role=treeitem]').first().waitFor()
  await page.waitForTimeout(300)
  const { profile } = await cdp.send('Profiler.stop')
  writeFileSync(`/tmp/g/prof/tree.json`, JSON.stringify(profile))
}
await browser.close()
