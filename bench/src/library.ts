import * as core from '@interlingua/core'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { adapters } from './adapters.ts'

/** Code that is measured in process: the adapters of one checkout, and their core. */
export interface Library {
  readonly adapters: typeof adapters
  readonly core: Pick<typeof core, 'translateRequest' | 'translateStream'>
}

export const ownLibrary: Library = { adapters, core }

/** Loads the library of another installed checkout, to compare the two in one process. */
export async function loadLibrary(checkout: string): Promise<Library> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(checkout, path)).href)
  const other = (await load('bench/src/adapters.ts')) as { readonly adapters: Library['adapters'] } // the same file of an earlier commit
  return { adapters: other.adapters, core: (await load('packages/core/src/index.ts')) as Library['core'] } // the same file of an earlier commit
}
