const retentions: ReadonlySet<string> = new Set(['in_memory', 'in-memory', '24h'])

/** True for a value of OpenAI's `prompt_cache_retention`; other lifetimes belong to `prompt_cache_options`. */
export function isCacheRetention(retention: string): boolean {
  return retentions.has(retention)
}
