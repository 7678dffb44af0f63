import { answerHeaders, type Endpoint, finishReply, type Reply } from '@interlingua/server'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Exposure } from '../access/caller.ts'
import { isLocal, isOwnHost } from '../access/caller.ts'
import { ConsoleError } from '../console-error.ts'
import { notFound } from './gate.ts'
import { answerError } from './serve-route.ts'

/** Types of the files of the page. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
}

/** The page loads nothing from elsewhere, runs no inline code, and cannot be framed. https://www.w3.org/TR/CSP3/ */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
}

/** Codings in which files may lie beside the plain one, the smallest first, with the ends of their names. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Endpoints of the page's files in `folder`. Each path below `/console` that names no file is the page itself, whose script reads the path. Files are
 * read when they are asked for; those below `assets/` have a hash in their names and never change.
 */
export function createAssetEndpoints(folder: string, exposure: () => Exposure): readonly Endpoint[] {
  async function serve(reply: Reply, path: string): Promise<void> {
    try {
      const { incoming: request } = reply.client
      const facts = exposure()
      if (!facts.open && !isLocal(request)) throw notFound()
      if (!isOwnHost(request, facts)) throw new ConsoleError('wrong-host', 'The console is not served under this name.')
      const asked = join(folder, path)
      const isAsset = path.startsWith('assets/')
      const known = asked.startsWith(folder + sep) && types[extname(path)] !== undefined && existsSync(asked)
      if (isAsset && !known) throw notFound()
      await answerFile(reply, known ? asked : join(folder, 'index.html'), isAsset)
    } catch (error) {
      answerError(reply, error)
    }
  }

  const facts = { method: 'GET', access: 'open', operation: 'console', metered: false } as const
  return [
    { ...facts, path: '/console', summary: 'Serves the console', serve: (_admitted, reply) => serve(reply, 'index.html') },
    {
      ...facts,
      path: '/console/{path+}',
      summary: 'Serves the files of the console',
      serve: (_admitted, reply, { path = '' }) => serve(reply, path),
    },
  ]
}

async function answerFile(reply: Reply, file: string, immutable: boolean): Promise<void> {
  const accepted = String(reply.client.incoming.headers['accept-encoding'] ?? '')
  const coded = codings.find(([coding, end]) => accepted.includes(coding) && existsSync(file + end))
  const bytes = await readFile(coded ? file + coded[1] : file)
  if (reply.ended) return
  reply.response.writeHead(200, {
    ...answerHeaders(reply),
    ...pageHeaders,
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': bytes.length,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(coded && { 'content-encoding': coded[0] }),
  })
  finishReply(reply, 'ok', () => reply.response.end(bytes))
}
