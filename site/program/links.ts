import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LinkReport {
  /** Links and files within the site that were followed. */
  readonly followed: number
  /** Those that lead nowhere, with the page that they stand in. */
  readonly broken: readonly string[]
  /** Addresses of other sites, which nobody asks. */
  readonly external: readonly string[]
}

interface BuiltPage {
  /** Address: `/guide/install/`. */
  readonly address: string
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

/** Follows every link of a built site to its page, file and anchor. `base`: path below which it is served. */
export function checkLinks(folder: string, base: string): LinkReport {
  const files = globSync('**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => {
        const page = readPage(`${base}${file.replace(/(^|\/)index\.html$/, '$1')}`, readFileSync(join(folder, file), 'utf8'))
        return [page.address, page]
      }),
  )
  const addresses = new Set(files.map((file) => `${base}${file}`))
  const broken: string[] = []
  const external = new Set<string>()
  let followed = 0
  for (const { address, links } of pages.values())
    for (const link of links) {
      if (/^(data|mailto):/.test(link)) continue
      if (/^(https?:)?\/\//.test(link)) {
        external.add(link)
        continue
      }
      followed++
      const problem = problemOf(link, address)
      if (problem !== undefined) broken.push(`${address}: ${link} ${problem}`)
    }
  return { followed, broken: [...new Set(broken)].toSorted(), external: [...external].toSorted() }

  function problemOf(link: string, from: string): string | undefined {
    const { pathname, hash } = new URL(link, `http://site${from}`)
    const target = decodeURI(pathname)
    const anchor = decodeURIComponent(hash.slice(1))
    if (!target.startsWith(base)) return `is outside of ${base}`
    const page = pages.get(target)
    if (page === undefined) return addresses.has(target) ? undefined : 'is not there'
    return anchor === '' || anchor === '_top' || page.ids.has(anchor) ? undefined : 'has no such anchor'
  }
}

function readPage(address: string, html: string): BuiltPage {
  // What stands in scripts and in code is no link.
  const text = html.replaceAll(/<(script|style)\b[^>]*>[^]*?<\/\1>/g, (element) => element.slice(0, element.indexOf('>') + 1))
  return {
    address,
    ids: new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decode(id))),
    links: [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => decode(link)),
  }
}

function decode(attribute: string): string {
  return attribute
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_whole, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
