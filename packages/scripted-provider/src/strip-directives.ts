/** A prompt as it is quoted and searched for tool names: without directives and without what coding clients add for the model's eyes. */
export function stripDirectives(prompt: string): string {
  return prompt
    .replace(/[ \t]*\[demo:[^\]]*\][ \t]*/g, ' ')
    .replace(/[ \t]*<system-reminder>[\s\S]*?<\/system-reminder>[ \t]*/g, ' ')
    .trim()
}
