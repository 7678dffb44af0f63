/** The path without what npm and pnpm put into it: by it the machine's own Node is found. */
export function machinePath(): string {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':')
}
