/** Canonical family of each name in `server_tool_use`. */
const families: Readonly<Record<string, string>> = {
  web_search: 'web-search',
  web_fetch: 'web-fetch',
  code_execution: 'code-execution',
  bash_code_execution: 'code-execution',
  text_editor_code_execution: 'code-execution',
  tool_search_tool_regex: 'tool-search',
  tool_search_tool_bm25: 'tool-search',
  advisor: 'advisor',
}

export function familyOf(name: string): string {
  return (Object.hasOwn(families, name) ? families[name] : undefined) ?? name
}
