const words: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 }

/** The number of images that a prompt asks for, as in `four pictures of a cat`. */
export function countAskedFor(prompt: string): number | undefined {
  const [, number = ''] =
    /\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\s+(?:images|pictures|drawings|photos)\b/i.exec(prompt) ?? []
  if (number === '') return undefined
  return words[number.toLowerCase()] ?? Number(number)
}
