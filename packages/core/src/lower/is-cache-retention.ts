const retentions: ReadonlySet<string> = new Set(['in_memory', 'in-memory', '24h'])

/** True for what OpenAI's formats say in `prompt_cache_retention`; any other lifetime is one of `prompt_cache_options`. */
export function isCacheRetention(retention: string): boolean {
  return retentions.has(retention)
}
