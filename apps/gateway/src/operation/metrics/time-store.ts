import type { Store } from '../../store/store.ts'
import type { Metrics } from './create-metrics.ts'

/** The same store, with how long it takes counted, by what it is asked for. What answers at once is let be. */
export function timeStore(store: Store, { stored }: Metrics): Store {
  const { keys, usage, documents } = store
  return Object.assign(Object.create(store) as Store, {
    keys: time(keys, 'keys', ['findByHash', 'find', 'list', 'insert', 'revoke'], stored),
    usage: time(usage, 'usage', ['add', 'list', 'sum'], stored),
    documents: time(documents, 'documents', ['insert', 'replace', 'get', 'getMany', 'list', 'delete', 'prolong'], stored),
  })
}

function time<T extends object>(part: T, name: string, methods: readonly (keyof T & string)[], stored: Metrics['stored']): T {
  const timed = Object.create(part) as T // has all that the part has, by inheritance
  for (const method of methods) {
    const plain = part[method] as (...given: unknown[]) => Promise<unknown> // those named above are
    timed[method] = (async (...given: unknown[]) => {
      const before = performance.now()
      try {
        return await plain.apply(part, given)
      } finally {
        stored(`${name}.${method}`, performance.now() - before)
      }
    }) as T[typeof method]
  }
  return timed
}
