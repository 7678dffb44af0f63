/** The prompt without directives and without the additions of coding clients, as it is quoted and searched for tool names. */
export function stripDirectives(prompt: string): string {
  return prompt
    .replace(/[ \t]*\[demo:[^\]]*\][ \t]*/g, ' ')
    .replace(/[ \t]*<system-reminder>[\s\S]*?<\/system-reminder>[ \t]*/g, ' ')
    .trim()
}
