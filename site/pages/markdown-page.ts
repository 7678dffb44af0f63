import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root } from '../../tools/workspace.ts'
import { headingOf, isInRepository, slugOf, sourcePages, type SourcePage } from './site-map.ts'

/** Page as the generator of the site reads it. */
export interface Page {
  readonly slug: string
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  readonly body: string
  /** Deepest heading of the table of contents. Default: 3. */
  readonly depth?: number
  /** False: the search does not know the page. */
  readonly searched?: boolean
}

/** Where the files of the repository are read that are no pages of the site. */
const repository = 'https://github.com/interlingua/interlingua'

const slugs = new Map(sourcePages.map(({ file, slug }) => [file, slug]))
slugs.set('docs/loss-matrix.md', 'loss-matrix')
slugs.set('README.md', '')

/** Page of a Markdown file. Links to other files become links to pages, or to the files in the repository; comments are left out. */
export function readSourcePage({ file, slug }: SourcePage, base: string): Page {
  return toPage(file, slug, readFileSync(join(root, file), 'utf8'), base)
}

/** The same of a text that stands in `file`. */
export function toPage(file: string, slug: string, text: string, base: string): Page {
  const [, heading = '', rest = ''] = /^# (.+)\n([^]*)$/.exec(text) ?? []
  if (heading === '') throw new Error(`${file} does not begin with a heading`)
  const body = outsideFences(rest, (prose) => rewriteLinks(prose.replaceAll(/<!--[^]*?-->\n*/g, ''), file, base))
  return { slug, title: heading.replaceAll('`', ''), description: firstSentence(body) || heading, body: body.trim() }
}

/** Applies a function to what stands outside of code blocks. */
function outsideFences(text: string, change: (prose: string) => string): string {
  return text
    .split(/^(```[^\n]*\n[^]*?^```)$/m)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('')
}

function rewriteLinks(prose: string, file: string, base: string): string {
  return prose.replaceAll(/(\[([\w./-]+\.md)\]|\])\(([^)\s]+)\)/g, (whole, text: string, name: string | undefined, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole
    const title = name === undefined ? undefined : titleOf(target, file)
    return `${title === undefined ? text : `[${title}]`}(${addressOf(target, file, base)})`
  })
}

/** Heading of a page that is called by the name of its file, which readers of the site do not know. */
function titleOf(target: string, file: string): string | undefined {
  const linked = linkedFile(target, file)
  return slugs.has(linked) ? headingOf(linked) : undefined
}

/** File that a link of another file leads to. */
function linkedFile(target: string, file: string): string {
  return posix.normalize(posix.join(dirname(file), target.split('#', 1)[0] ?? '')).replace(/\/$/, '')
}

/** Address in the site, or in the repository, of a file that another file links to. */
function addressOf(target: string, file: string, base: string): string {
  const anchor = target.includes('#') ? target.slice(target.indexOf('#')) : ''
  const linked = linkedFile(target, file)
  if (!isInRepository(linked)) throw new Error(`${file} links to ${target}, which is not there`)
  const slug = slugs.get(linked) ?? slugs.get(`${linked}/README.md`)
  if (slug !== undefined) return `${addressIn(base, slug)}${anchor}`
  if (linked === 'docs/decisions') return addressIn(base, slugOf('docs/decisions/001-additions-to-the-contract.md'))
  return `${repository}/${/\.[a-z]+$/.test(linked) ? 'blob' : 'tree'}/main/${linked}${anchor}`
}

/** Address of a page, with the path below which the site is served. */
export function addressIn(base: string, slug: string): string {
  return slug === '' ? base : `${base}${slug}/`
}

/** First sentence of the first paragraph, as plain text. */
function firstSentence(body: string): string {
  const paragraph = body.split('\n\n').find((block) => /^[A-Z`*[]/.test(block.trim())) ?? ''
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const end = plain.search(/[.:](\s|$)/)
  return (end < 0 ? plain : plain.slice(0, end + 1)).slice(0, 200).replace(/:$/, '.')
}

/** Text of a file for the generator: its settings, then its body. */
export function renderPage({ title, description, body, depth, searched }: Page): string {
  const settings = [
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(description)}`,
    ...(depth === undefined ? [] : [`tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: ${depth} }`]),
    ...(searched === false ? ['pagefind: false'] : []),
  ]
  return `---\n${settings.join('\n')}\n---\n\n${body}\n`
}
