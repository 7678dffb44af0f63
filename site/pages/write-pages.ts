import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentEntries, agentPages } from './agent-pages.ts'
import { commandLinePage } from './command-line-page.ts'
import { configurationPage } from './configuration-page.ts'
import { lossData } from './loss-data.ts'
import { addressIn, type Page, readSourcePage, renderPage } from './markdown-page.ts'
import { pricesPage } from './prices-page.ts'
import { sidebarOf, type SidebarEntry, slugsIn, sourcePages } from './site-map.ts'

const site = join(import.meta.dirname, '..')

/** Pages that the generator reads. Nothing in this folder is committed. */
const pagesFolder: string = join(site, 'src/content/docs')

/** Data of pages, likewise. */
const dataFolder: string = join(site, 'src/data')

/** Pages that are written by hand for the site alone: `home.mdx` here, and those of `src/pages`. */
const handWritten = ['', 'loss-matrix']

/**
 * Writes all pages, and the side bar.
 * @param base Path below which the site is served, with slashes at both ends.
 * @param api Pages of the API reference, which need the packages of the site.
 */
export function writePages(base: string, api: { readonly pages: readonly Page[]; readonly entries: readonly SidebarEntry[] }): void {
  const pages = [
    ...sourcePages.map((page) => readSourcePage(page, base)),
    ...agentPages(base),
    configurationPage(base),
    commandLinePage(base),
    pricesPage(base),
    ...api.pages,
    missingPage(base),
  ]
  for (const folder of [pagesFolder, dataFolder]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  for (const page of pages) {
    const file = join(pagesFolder, `${page.slug}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, renderPage(page))
  }
  writeFileSync(
    join(pagesFolder, 'index.mdx'),
    readFileSync(join(import.meta.dirname, 'home.mdx'), 'utf8').replaceAll(/(\]\(|(?:href="|link: '))\//g, `$1${base}`),
  )
  const sidebar = sidebarOf({ agents: agentEntries, api: api.entries })
  const slugs = new Set([...pages.map(({ slug }) => slug), ...handWritten])
  const missing = slugsIn(sidebar).filter((slug) => !slugs.has(slug))
  if (missing.length > 0) throw new Error(`the side bar names pages that are not there: ${missing.join(', ')}`)
  writeFileSync(join(dataFolder, 'sidebar.json'), JSON.stringify(sidebar, undefined, 2))
  writeFileSync(join(dataFolder, 'losses.json'), JSON.stringify(lossData()))
}

/** What a server shows for an address that has no page. */
function missingPage(base: string): Page {
  return {
    slug: '404',
    title: 'This page is not here',
    description: 'No page has this address.',
    body: `It may have been moved or renamed. The search above knows every page; most readers want one of these:

- [Start the gateway](${addressIn(base, 'guide/start')})
- [Connect a coding agent](${addressIn(base, 'agents')})
- [Call it from a program](${addressIn(base, 'clients')})
- [Configuration keys](${addressIn(base, 'reference/configuration')})
- [Use the library](${addressIn(base, 'packages/interlingua')})`,
    searched: false,
  }
}
