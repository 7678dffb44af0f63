/** A prompt that has the demo provider call an agent's tool for the shell, step by step. */
export function callTool(tool: string, commands: readonly string[]): string {
  return `${commands.map((command) => `${tool} ${JSON.stringify({ command })}`).join(', then call ')} [demo:think high]`
}
