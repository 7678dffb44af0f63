import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/workspace.ts'

/** Page that is a Markdown file of the repository. */
export interface SourcePage {
  /** File, relative to the root of the repository. */
  readonly file: string
  /** Address within the site, without slashes around it: `guide/install`. */
  readonly slug: string
}

/** Address of a Markdown file: its path without `docs/`; of a README that of its folder. */
export function slugOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
    .toLowerCase()
}

/** Markdown files that are pages of the site. The README of the repository is not: the home page says the same to other readers. */
export const sourcePages: readonly SourcePage[] = globSync(
  [
    'docs/**/*.md',
    'packages/*/README.md',
    'examples/README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    '{apps/gateway,packages/interlingua}/CHANGELOG.md',
  ],
  { cwd: root },
)
  .map((file) => file.replaceAll('\\', '/'))
  // Generated anew, as a page that can be filtered.
  .filter((file) => file !== 'docs/loss-matrix.md')
  .toSorted()
  .map((file) => ({ file, slug: slugOf(file) }))

/** Entry of the side bar. */
export type SidebarEntry =
  | { readonly label: string; readonly slug: string }
  | { readonly label: string; readonly collapsed?: boolean; readonly items: readonly SidebarEntry[] }

/** Pages that are generated from code, by group, as the side bar lists them. */
export interface GeneratedEntries {
  readonly agents: readonly SidebarEntry[]
  readonly api: readonly SidebarEntry[]
}

/** First heading of a Markdown file, as text. */
export function headingOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${file} has no heading`)
  return heading.replaceAll('`', '')
}

/** Side bar: one group for each task of a reader, the most frequent first. */
export function sidebarOf({ agents, api }: GeneratedEntries): readonly SidebarEntry[] {
  return [
    {
      label: 'Start',
      items: [
        page('What it is', ''),
        page('Install the gateway', 'guide/install'),
        page('First requests', 'guide/start'),
        page('Glossary', 'glossary'),
      ],
    },
    { label: 'Connect a coding agent', items: [page('How to connect one', 'agents'), { label: 'Agents', collapsed: true, items: agents }] },
    {
      label: 'Call it from a program',
      items: [
        page('SDKs and frameworks', 'clients'),
        page('Requests and headers', 'guide/requests'),
        page('Images, videos, embeddings', 'guide/media'),
        page('When something fails', 'faults'),
      ],
    },
    {
      label: 'Run the gateway',
      items: [
        page('Overview', 'guide'),
        page('Configure', 'guide/configure'),
        page('Channels and failover', 'guide/channels'),
        page('Keys, limits, budgets', 'guide/keys-and-limits'),
        page('State', 'guide/state'),
        page('Operation', 'guide/operation'),
        page('The console', 'guide/console'),
        page('The command', 'guide/command'),
        page('Mistakes and messages', 'mistakes'),
        page('What it costs', 'bench'),
        page('Reference: configuration', 'reference/configuration'),
        page('Reference: command line', 'reference/command-line'),
        page('Reference: prices', 'reference/prices'),
      ],
    },
    {
      label: 'What is lost',
      items: [
        page('Loss matrix', 'loss-matrix'),
        page('Notices', 'model/notices'),
        page('Prompt caches', 'prompt-caches'),
        page('Scoreboard of gateways', 'scoreboard'),
        page('Fields of embeddings and images', 'media-fields'),
        page('Limits on videos', 'video-limits'),
      ],
    },
    {
      label: 'Use the library',
      items: [
        page('In one call', 'packages/interlingua'),
        page('Examples', 'examples'),
        {
          label: 'Packages',
          collapsed: true,
          items: pagesBelow('packages/', 'packages/interlingua', 'packages/adapter-kit', 'packages/testkit'),
        },
        { label: 'API reference', collapsed: true, items: [page('All modules', 'api'), ...api] },
      ],
    },
    {
      label: 'Write an adapter',
      items: [
        page('Architecture', 'architecture'),
        page('Kit for adapters', 'packages/adapter-kit'),
        page('Laws and test kit', 'packages/testkit'),
        {
          label: 'The canonical model',
          collapsed: true,
          items: [
            page('Overview', 'model'),
            page('Conversation', 'model/conversation'),
            page('Tools', 'model/tools'),
            page('Options', 'model/options'),
            page('Signatures', 'model/signatures'),
            page('Answers', 'model/answers'),
            page('Streams', 'model/streams'),
            page('Responses: choices', 'model/responses'),
            page('Contents: choices', 'model/contents'),
            page('Embeddings, images, video', 'model/operations'),
            page('Loss', 'model/loss'),
          ],
        },
        { label: 'Formats', collapsed: true, items: [page('Overview', 'formats'), ...pagesBelow('formats/')] },
      ],
    },
    {
      label: 'The project',
      items: [
        page('Contributing', 'contributing'),
        page('Security', 'security'),
        ...sourcePages
          .filter(({ file }) => file.endsWith('CHANGELOG.md'))
          .map(({ file, slug }) => page(`Releases of ${headingOf(file)}`, slug)),
        { label: 'Decisions', collapsed: true, items: pagesBelow('decisions/') },
      ],
    },
  ]
}

function page(label: string, slug: string): SidebarEntry {
  return { label, slug }
}

/** Pages of the files below an address, by their headings. */
function pagesBelow(folder: string, ...except: readonly string[]): readonly SidebarEntry[] {
  return sourcePages
    .filter(({ slug }) => slug.startsWith(folder) && !slug.endsWith('/changelog') && !except.includes(slug))
    .map(({ file, slug }) => page(headingOf(file), slug))
}

/** Addresses in a side bar. */
export function slugsIn(entries: readonly SidebarEntry[]): readonly string[] {
  return entries.flatMap((entry) => ('items' in entry ? slugsIn(entry.items) : [entry.slug]))
}

/** True if the repository has this path. */
export function isInRepository(path: string): boolean {
  return existsSync(join(root, path))
}
