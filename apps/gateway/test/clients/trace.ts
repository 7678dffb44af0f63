/** A `fetch` that remembers what the last answer said in its headers. */
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
