import type { Citation, DocumentPart, GenerateRequest, Part, SearchResultPart, TextPart } from '@interlingua/core'

/** Writes a text with a citation for each citable document and search result, in the conversation's order. */
export function citeSources(request: GenerateRequest): readonly TextPart[] {
  const sources = request.turns.flatMap(({ parts }) => parts.flatMap(withResults))
  const documents = sources.filter((part) => part.type === 'document')
  const results = sources.filter((part) => part.type === 'search-result')
  return [
    ...documents.flatMap((part, index) => (part.citable ? [quote(citeDocument(part, index))] : [])),
    ...results.flatMap((part, index) => (part.citable ? [quote(citeResult(part, index))] : [])),
  ]
}

function withResults(part: Part): readonly Part[] {
  return part.type === 'tool-result' ? part.parts : [part]
}

function quote(citation: Citation): TextPart {
  return { type: 'text', text: ` It says: "${citation.citedText ?? ''}"`, citations: [citation] }
}

/** The vendor states explicitly that a document has no title. */
const untitled = { extensions: { messages: { rest: { document_title: null } } } }

function citeDocument({ source, title }: DocumentPart, document: number): Citation {
  const named = title === undefined ? untitled : { title }
  switch (source.type) {
    case 'text': {
      const citedText = firstSentence(source.text)
      return { source: 'document', ...named, citedText, range: { unit: 'char', document, start: 0, end: citedText.length } }
    }
    case 'parts': {
      const first = source.parts.find((part) => part.type === 'text')
      return { source: 'document', ...named, citedText: first?.text ?? '', range: { unit: 'block', document, start: 0, end: 1 } }
    }
    default: // pages of PDF, which the demo does not read
      return { source: 'document', ...named, citedText: 'the first page', range: { unit: 'page', document, start: 1, end: 2 } }
  }
}

function citeResult({ url, title, parts }: SearchResultPart, document: number): Citation {
  return { source: 'search-result', uri: url, title, citedText: parts[0]?.text ?? '', range: { unit: 'block', document, start: 0, end: 1 } }
}

function firstSentence(text: string): string {
  return (/^[\s\S]{0,199}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 120)).toWellFormed()
}
