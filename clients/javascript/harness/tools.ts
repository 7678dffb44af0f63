/** Tools of every loop, and their results. */
export const tools = {
  get_weather: { description: 'Tells the weather of a city.', city: 'Oslo', answer: 'sunny-4711' },
  get_time: { description: 'Tells the time in a city.', city: 'Lima', answer: 'noon-0815' },
} as const

export type ToolName = keyof typeof tools

export const toolNames = Object.keys(tools) as readonly ToolName[] // keys of `tools`

/** Result of a tool that the client calls. */
export function callTool(name: ToolName, { city }: { readonly city: string }): string {
  return city === tools[name].city ? tools[name].answer : `nothing is known of ${city}`
}

export const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const

export const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['name', 'age', 'tags'],
  additionalProperties: false,
} as const
