import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of all files in a folder, and those of the blocks that they take on the disk. */
export function bytesIn(folder: string): { readonly bytes: number; readonly onDisk: number } {
  let [bytes, onDisk] = [0, 0]
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { size, blocks } = statSync(join(entry.parentPath, entry.name))
    bytes += size
    onDisk += blocks * 512
  }
  return { bytes, onDisk }
}
