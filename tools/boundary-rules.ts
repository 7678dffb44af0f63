import { textFormats } from './text-formats.ts'

export interface BoundaryRule {
  /** Packages that its sources may import; `anything` is for programs. */
  readonly imports: readonly string[] | 'anything'
  /** Globals and built-ins that its sources may use: none, those of the web platform, or those of Node. */
  readonly platform: 'none' | 'web' | 'node'
  /** Folders of `src`, the lowest first: a file imports from its own folder and from lower ones, types included. Files beside them are on top. */
  readonly layers?: readonly string[]
  /** Entry files that may use Node, with the files that only they import. Absent: none. */
  readonly doors?: readonly string[]
}

const own = (...ids: readonly string[]): readonly string[] => ids.map((id) => `@interlingua/${id}`)
const format: BoundaryRule = { imports: [...own('core', 'adapter-kit', 'framing', 'schema'), 'zod'], platform: 'none' }

/** Folders of the gateway's library: values of a request, then what answers are made with, then the services, one of which may use an earlier one. */
const serverLayers = `
  body metering server reply calls translation answers operation
  models generate responses sockets cached-contents embeddings images results video operator
  router
`
  .trim()
  .split(/\s+/)

/** Rules of imports by workspace: a workspace without a row fails the check. */
export const boundaryRules: Readonly<Record<string, BoundaryRule>> = {
  'packages/core': { imports: [], platform: 'none' },
  'packages/framing': { imports: [...own('core'), 'eventsource-parser'], platform: 'none' },
  'packages/schema': { imports: own('core'), platform: 'none' },
  ...Object.fromEntries(Object.entries(textFormats).map(([id, { folder = `packages/${id}` }]) => [folder, format])),
  // Envelopes around one format, which stay out of its package.
  'packages/cloud': { imports: own('core', 'adapter-kit', 'framing', 'messages', 'converse'), platform: 'none' },
  'packages/models': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/adapter-kit': { imports: [...own('core', 'framing'), 'zod'], platform: 'none' },
  'packages/embeddings': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/images': { imports: [...own('core', 'adapter-kit', 'framing'), 'zod'], platform: 'none' },
  'packages/video': { imports: [...own('core', 'adapter-kit'), 'zod'], platform: 'none' },
  'packages/streams': { imports: own('core'), platform: 'web' },
  // The package that users install; its sources hold no mapping, only what is between two edges and the web platform.
  'packages/interlingua': {
    imports: own('core', 'streams', 'chat', 'messages', 'responses', 'contents'),
    platform: 'web',
    doors: ['node.ts'],
  },
  // The test kit runs under vitest only, and reads recorded exchanges from disk.
  'packages/testkit': { imports: [...own('core'), 'vitest', 'fast-check'], platform: 'node' },
  'packages/scripted-provider': {
    imports: [...own('core', 'framing', ...Object.keys(textFormats)), 'jimp', 'h264-mp4-encoder'],
    platform: 'none',
    doors: ['http.ts'],
  },
  // Libraries of the gateway: an upper one may import a lower one, and none of them a text format.
  'packages/gateway-kernel': { imports: [...own('core', 'adapter-kit'), 'lru-cache'], platform: 'node' },
  'packages/store': { imports: [...own('gateway-kernel', 'core'), 'lru-cache', 'pg'], platform: 'node' },
  'packages/access': {
    imports: [...own('store', 'gateway-kernel', 'core', 'images'), 'rate-limiter-flexible', 'ioredis', 'pg'],
    platform: 'node',
  },
  'packages/upstreams': {
    imports: [...own('gateway-kernel', 'core', 'adapter-kit', 'embeddings', 'images', 'video'), 'undici', 'ipaddr.js', 'aws4fetch', 'ws'],
    platform: 'node',
  },
  'packages/tasks': { imports: [...own('upstreams', 'store', 'gateway-kernel', 'core'), 'undici', '@aws-sdk/client-s3'], platform: 'node' },
  'packages/gateway': {
    imports: [
      ...own('tasks', 'upstreams', 'access', 'store', 'gateway-kernel', 'core', 'adapter-kit', 'framing'),
      ...own('embeddings', 'images', 'video', 'models'),
      'undici',
      'busboy',
      'gpt-tokenizer',
      'lru-cache',
      'ws',
    ],
    platform: 'node',
    layers: serverLayers,
  },
  // A judge that shares the reading of the judged finds nothing: no package of ours, not even its types.
  'packages/tongues': { imports: ['yaml', '@anthropic-ai/sdk', 'openai', '@google/genai'], platform: 'node' },
  'packages/console': {
    imports: [...own('server', 'upstreams', 'access', 'store', 'gateway-kernel', 'core'), 'rate-limiter-flexible', 'zod'],
    platform: 'node',
  },
  'apps/console': {
    imports: [
      ...own('console'),
      'preact',
      '@preact/signals',
      'preact-iso',
      'eventsource-parser',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/common',
      '@lezer/highlight',
      '@lezer/json',
    ],
    platform: 'web',
  },
  'apps/gateway': { imports: 'anything', platform: 'node' },
  conformance: { imports: 'anything', platform: 'node' },
  bench: { imports: 'anything', platform: 'node' },
}

/** Globals, or members of them, that make a library depend on time, chance or its platform. */
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

/** Pure uses of those: they read a given date (a `retry-after` header), not the clock. */
export const pureMembers: ReadonlySet<string> = new Set(['Date.parse', 'Date.UTC', 'new Date'])

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

/** Words that do not say what a thing does to its input. */
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

/** Names that follow the platform's own. */
export const exemptNames: ReadonlySet<string> = new Set(['toTransformStream'])

export const bannedFiles: ReadonlySet<string> = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'types', 'misc'])
