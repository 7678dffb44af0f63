import type { Directives } from '../../read-directives.ts'
import type { Exchange } from '../exchange.ts'
import { filesPath } from './files-path.ts'

/** Keeps a result, and tells where: on the address by which the caller came. */
export function addressOfFile({ state, headers }: Exchange, bytes: Buffer, mime: string, directives: Directives): string {
  const name = state.files.put(bytes, mime)
  return `http://${headers['host'] ?? '127.0.0.1'}${filesPath}${directives.has('lost-file') ? `lost-${name}` : name}`
}
