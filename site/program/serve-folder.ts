import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export interface ServeOptions {
  /** Default: any that is free. */
  readonly port?: number
  /** True: pages come in 60 pieces, as over a slow network. Default false. */
  readonly slowly?: boolean
}

export interface FolderServer {
  /** Address of the site, with a slash at its end. */
  readonly url: string
  readonly close: () => void
}

/** Serves a built site on loopback as a plain file server does: files, `index.html` of folders, and `404.html` for the rest. */
export async function serveFolder(folder: string, base: string, { port = 0, slowly = false }: ServeOptions = {}): Promise<FolderServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = pathname.startsWith(base) ? normalize(join(folder, decodeURI(pathname.slice(base.length)))) : ''
    const file = path.startsWith(folder) && existsSync(path) ? (statSync(path).isDirectory() ? join(path, 'index.html') : path) : ''
    const found = file !== '' && existsSync(file)
    const sent = found ? file : join(folder, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': types[extname(sent)] ?? 'application/octet-stream' })
    const bytes = readFileSync(sent)
    if (slowly && extname(sent) === '.html') void sendSlowly(response, bytes)
    else response.end(bytes)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo // of a server on a port
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function sendSlowly(response: ServerResponse, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / 60)
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    response.write(bytes.subarray(from, from + size))
    await setTimeout(20)
  }
  response.end()
}
