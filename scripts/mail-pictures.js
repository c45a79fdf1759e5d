/**
 * Draws docs/pictures/mail-*.png from mails that the real composer makes: `npm run build:test && node scripts/mail-pictures.js`.
 * Wants Chromium where Debian's package puts it. For whoever changes how mails look.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { composeMail } from '../dist/src/features/notifications/formats/compose-mail.js';
import * as made from '../dist-test/test/harness/builders/notification-data.js';

const context = { baseUrl: made.baseUrl, now: made.noon, ownAddress: 'backup@example.org' };
const failed = made.noticeOf(made.madeEvent('job.completed.error'));
const night = made.summaryOf(made.badNight(64), '64 events were collected during the quiet hours.');
const pictures = [
  { name: 'mail-failed-job', notice: failed, colorScheme: 'light', height: 600 },
  { name: 'mail-summary', notice: night, colorScheme: 'dark', height: 500 },
];
const wanted = process.argv.slice(2);

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, notice, colorScheme, height } of pictures.filter(
  ({ name }) => !wanted.length || wanted.includes(name),
)) {
  const page = await browser.newPage({ viewport: { width: 560, height }, colorScheme });
  await page.setContent(composeMail(made.emailTarget, notice, context).html);
  await page.screenshot({ path: fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url)) });
  await page.close();
}
await browser.close();
