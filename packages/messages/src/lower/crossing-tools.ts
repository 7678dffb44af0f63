/** Hosted tools of other formats with a counterpart here: its name, and the version that every model takes. */
export const crossingTools: ReadonlyMap<string, { readonly name: string; readonly version: string }> = new Map([
  ['web-search', { name: 'web_search', version: '20250305' }],
  ['web-fetch', { name: 'web_fetch', version: '20250910' }],
  ['code-execution', { name: 'code_execution', version: '20250825' }],
])
