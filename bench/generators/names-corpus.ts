/** Words in the names of files: frequent ones, and made-up ones that are rare. */
const everyday = `report data invoice config image test backup index notes draft budget photo contract user main letter
  plan review offer order price summary minutes project client server archive export import release module service
  core common shared account payment product stock sales salary staff policy manual guide quote design logo banner
  video audio music family holiday scan form table chart graph model schema query script setup update driver network
  mail token session cache queue worker task event alert metric trace sample demo theme style layout font locale
  message number format engine memory thread socket stream buffer disk pool restore catalog storage`;
const firstParts = 'ba be bi bo da de di do fa fe fi fo ga go ka ke ki ko la le li lo ma me mi mo na ne ni no pa po';
const middleParts = 'ra re ri ro ta te ti to va ve vi vo';
const lastParts = 'ck l m n nd r s st x';

/** The most frequent words come first. */
export function wordsByFrequency(): readonly string[] {
  const split = (text: string) => text.trim().split(/\s+/);
  const madeUp = split(firstParts).flatMap((first) =>
    split(middleParts).flatMap((middle) => split(lastParts).map((last) => first + middle + last)),
  );
  return [...split(everyday), ...madeUp];
}

export const extensions =
  `.txt .html .png .js .py .json .xml .h .c .log .jpg .pdf .md .css .docx .php .so .xlsx .gz .yml .java .conf .svg .sh
  .cpp .go .ts .class .rb .mo .ttf .csv .zip .sql .bak .doc .pptx .mp4 .mp3 .tmp .dat .db .ini .key .crt .tar .whl
  .jar .dll .msg .eml .odt .psd .iso .vmdk .qcow2`
    .trim()
    .split(/\s+/);

/** Names of files in very many folders. */
export const commonNames =
  `README.md index.html Makefile package.json LICENSE __init__.py config.xml index.js main.c setup.py
  .gitignore style.css README.txt manifest.json CHANGELOG.md Dockerfile favicon.ico robots.txt desktop.ini Thumbs.db
  .DS_Store pom.xml logo.png HEAD config`
    .trim()
    .split(/\s+/);
