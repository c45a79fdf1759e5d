/**
 * A frame whose length is negative is a signal: the number is its meaning and no payload follows.
 * Numbers as Bacula 9.6 and 15 and Bareos 24 and 25 send them to a console.
 */
export const signals = {
  /** End of a reply in human mode (`.api 0`); without meaning in the other modes. */
  endOfData: -1,
  terminate: -4,
  commandFailed: -14,
  commandOk: -15,
  /** Missing where the command is unknown or forbidden. */
  commandBegin: -16,
  messagesPending: -17,
  /** End of a reply in the machine modes. */
  mainPrompt: -18,
  /** A selection list was sent; `textInput` follows and is what waits for the answer. */
  selectInput: -19,
  /** The next payload is a warning, an error or an information. */
  warning: -20,
  error: -21,
  info: -22,
  /** The Director waits for the answer to a question: in human mode and in the restore tree, and in the machine modes. */
  subPrompt: -27,
  textInput: -28,
} as const;

/** Directors use signals down to -31; a number far below is not a signal but noise. */
export const lowestSignal = -64;
