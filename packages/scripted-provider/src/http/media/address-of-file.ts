import type { Directives } from '../../read-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { filesPath } from './files-path.ts'

/** Stores a result and returns its URL, on the host by which the client came. */
export function addressOfFile({ state, headers }: DemoRequest, bytes: Buffer, mime: string, directives: Directives): string {
  const name = state.files.put(bytes, mime)
  return `http://${headers['host'] ?? '127.0.0.1'}${filesPath}${directives.has('lost-file') ? `lost-${name}` : name}`
}
