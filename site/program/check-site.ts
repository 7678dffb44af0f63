import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from './build.ts'
import { checkLosses } from './check-losses.ts'
import { checkArrival, checkSearch, openBrowser, visitKinds } from './browser-checks.ts'
import { checkLinks } from './links.ts'
import { serveFolder } from './serve-folder.ts'

/** Looks at a built site: its links, and its pages in Chromium, also below a path. `shots`: folder for pictures. Returns what is wrong. */
export async function checkSite(folder: string, base: string, shots?: string): Promise<string[]> {
  const { followed, broken, external } = checkLinks(folder, base)
  console.log(`site: ${followed} links within it followed, ${broken.length} broken; ${external.length} addresses of other sites`)
  for (const address of external) console.log(`  ${address}`)
  const problems = [...broken]
  if (shots !== undefined) mkdirSync(shots, { recursive: true })
  const server = await serveFolder(folder, base)
  const slow = await serveFolder(folder, base, { slowly: true })
  const browser = await openBrowser()
  try {
    const visits = await visitKinds(browser, server.url, async ({ page, kind, theme, width }) => {
      if (shots !== undefined) await page.screenshot({ path: join(shots, `${kind}-${theme}-${width}.png`) })
    })
    problems.push(...visits, ...(await checkSearch(browser, server.url, shots)), ...(await checkLosses(browser, server.url)))
    problems.push(...(await checkArrival(browser, slow.url)))
    problems.push(...(await checkBelowPath((url) => checkSearch(browser, url))))
  } finally {
    await browser.close()
    server.close()
    slow.close()
  }
  return problems
}

/** The same site for a folder of a server: its links, and its search, which loads files by address. */
async function checkBelowPath(look: (url: string) => Promise<readonly string[]>): Promise<readonly string[]> {
  const base = '/some/docs/'
  const out = mkdtempSync(join(tmpdir(), 'interlingua-site-'))
  await buildSite({ base, out })
  const server = await serveFolder(out, base)
  try {
    return [...checkLinks(out, base).broken, ...(await look(server.url))].map((problem) => `below ${base}: ${problem}`)
  } finally {
    server.close()
    rmSync(out, { recursive: true })
  }
}
