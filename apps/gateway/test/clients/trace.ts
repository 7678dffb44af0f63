/** Wrapper of `fetch` that remembers the headers of the last answer. */
export interface Trace {
  readonly fetch: typeof fetch
  header(name: string): string
}

export function trace(): Trace {
  let last: Headers | undefined
  return {
    async fetch(input, init) {
      const response = await fetch(input, init)
      last = response.headers
      return response
    },
    header: (name) => last?.get(name) ?? '',
  }
}
