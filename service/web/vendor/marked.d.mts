/** Types of what we use of marked: the tokens of a Markdown text; nothing of it makes HTML here. */
export interface Token {
  type: string;
  raw: string;
  text?: string;
  depth?: number;
  href?: string;
  ordered?: boolean;
  start?: number | "";
  tokens?: Token[];
  items?: Token[];
  header?: Cell[];
  rows?: Cell[][];
  align?: (string | null)[];
}
export interface Cell {
  text: string;
  tokens: Token[];
}
export function lexer(text: string): Token[];
