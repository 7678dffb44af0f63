/** Rule that names of tools break, for a vendor's pattern. */
export function refuseNames(names: readonly string[], pattern: RegExp): readonly string[] {
  const wrong = names.find((name) => !pattern.test(name))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return [
    ...(wrong === undefined ? [] : [`the name of a tool is ${JSON.stringify(wrong.slice(0, 80))}`]),
    ...(twice === undefined ? [] : [`two tools are called ${JSON.stringify(twice)}`]),
  ]
}
