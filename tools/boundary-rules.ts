import { textFormats } from './text-formats.ts'

export interface BoundaryRule {
  /** Packages its sources may import; 'anything' is for the programs at the edge. */
  readonly imports: readonly string[] | 'anything'
  /** Which globals and built-ins its sources may touch: none, those of the web platform, or those of Node. */
  readonly platform: 'none' | 'web' | 'node'
  /** Entry files that may touch Node, with whatever only they import. */
  readonly doors?: readonly string[]
}

const own = (...ids: readonly string[]): readonly string[] => ids.map((id) => `@interlingua/${id}`)
const format: BoundaryRule = { imports: [...own('core', 'adapter-kit', 'framing', 'schema'), 'zod'], platform: 'none' }

/** Who may import whom: a workspace that has no row here fails the check. */
export const boundaryRules: Readonly<Record<string, BoundaryRule>> = {
  'packages/core': { imports: [], platform: 'none' },
  'packages/framing': { imports: [...own('core'), 'eventsource-parser'], platform: 'none' },
  'packages/schema': { imports: own('core'), platform: 'none' },
  ...Object.fromEntries(Object.keys(textFormats).map((id) => [`packages/${id}`, format])),
  'packages/models': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/adapter-kit': { imports: [...own('core', 'framing'), 'zod'], platform: 'none' },
  'packages/embeddings': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/images': { imports: [...own('core', 'adapter-kit', 'framing'), 'zod'], platform: 'none' },
  'packages/video': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/streams': { imports: own('core'), platform: 'web' },
  // Runs under vitest only, and reads recorded exchanges from disk.
  'packages/testkit': { imports: [...own('core'), 'vitest', 'fast-check'], platform: 'node' },
  'packages/scripted-provider': {
    imports: [...own('core', 'framing', ...Object.keys(textFormats)), 'jimp', 'h264-mp4-encoder'],
    platform: 'none',
    doors: ['http.ts'],
  },
  'apps/gateway': { imports: 'anything', platform: 'node' },
  conformance: { imports: 'anything', platform: 'node' },
  bench: { imports: 'anything', platform: 'node' },
}

/** Globals, or members of them, that make a library depend on the moment, on chance or on where it runs. */
export const impureGlobals: ReadonlySet<string> = new Set([
  'Math.random',
  'Date',
  'performance',
  'crypto',
  'fetch',
  'console',
  'navigator',
  'location',
  'localStorage',
  'indexedDB',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'queueMicrotask',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'Worker',
  'window',
  'self',
  'document',
  'globalThis',
  'eval',
  'Function',
])

/** Members of those that are as pure as arithmetic: they read a date that is given (a `retry-after` header), not the clock. */
export const pureMembers: ReadonlySet<string> = new Set(['Date.parse', 'Date.UTC'])

/** Globals that only Node has; the web platform's edge may not use them either. */
export const nodeGlobals: ReadonlySet<string> = new Set([
  'process',
  'Buffer',
  'global',
  'require',
  'module',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
])

/** Words that say nothing about what a thing does to its input. */
export const bannedWords: ReadonlySet<string> = new Set([
  'convert',
  'map',
  'transform',
  'handle',
  'process',
  'build',
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
])

/** Spelled like the platform's own. */
export const exemptNames: ReadonlySet<string> = new Set(['toTransformStream'])

export const bannedFiles: ReadonlySet<string> = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'types', 'misc'])
