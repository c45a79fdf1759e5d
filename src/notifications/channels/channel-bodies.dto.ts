import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { type BodyFormat, bodyFormats, smtpSecurities, type SmtpSecurity } from '../../domain/channel.js';
import { addressPattern } from '../../domain/director-settings.js';
import { type Severity, severities } from '../../domain/event.js';
import { NestedField } from '../../platform/http/unknown-fields.js';
import { MayBeAbsent } from '../../platform/http/query.decorators.js';
import { type ChannelKind, channelKinds } from './channels.dto.js';

const whereNotNull = ValidateIf((_, value) => value !== undefined && value !== null);
/** No control, line or direction character, no blank at its ends: it stands in subjects and titles. */
const readableName = /^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,100}(?<!\s)$/u;
const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const plainText = /^[^\p{Cc}]+$/u;
/** A relay beside the console knows names without a dot: root@localhost. */
const localToo = { require_tld: false };
const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Hours in which only what is critical goes out. */
export class QuietHoursBody {
  /** @example 'Europe/Berlin' */
  @Matches(/^[A-Za-z0-9_+/-]{1,64}$/)
  timezone!: string;

  /** @example '22:00' */
  @Matches(clockTime)
  from!: string;

  /** @example '06:00' */
  @Matches(clockTime)
  until!: string;

  /** Days on which they begin, 1 Monday to 7 Sunday; without it, every day. */
  @ApiProperty({ type: 'integer', isArray: true, required: false, examples: [[1, 2, 3, 4, 5]] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(7, { each: true })
  days?: number[];
}

/** A mail server of the channel's own. */
export class SmtpBody {
  /** Host name or IP address. */
  @Matches(addressPattern)
  host!: string;

  /** Without it 587 for starttls, 465 for tls, 25 for none. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, required: false, examples: [587] })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(65_535)
  port?: number;

  /** none is for relays on a trusted network, and takes no log-in. */
  @ApiProperty({ enum: smtpSecurities, required: false, default: 'starttls', examples: ['starttls'] })
  @MayBeAbsent()
  @IsIn(smtpSecurities)
  security?: SmtpSecurity;

  /** null: no log-in. */
  @whereNotNull
  @Length(1, 255)
  @Matches(plainText)
  username?: string | null;

  /** Write-only. Left out it stays, as long as all else of the server does. */
  @whereNotNull
  @Length(1, 1024)
  @Matches(plainText)
  password?: string | null;
}

/** What both making and changing take. */
class ChannelBody {
  /** Which events it wants: `*` one word, `**` any rest, `!` in front excludes. */
  @ApiProperty({ type: 'string', isArray: true, required: false, examples: [['job.completed.*', 'client.silence.**']] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  patterns?: string[];

  /** Nothing milder is sent. */
  @ApiProperty({ enum: severities, required: false, examples: ['warning'] })
  @MayBeAbsent()
  @IsIn(severities)
  minSeverity?: Severity;

  /** Hours in which only what is critical goes out; null: none. */
  @ApiProperty({ type: () => QuietHoursBody, required: false, nullable: true })
  @whereNotNull
  @NestedField(() => QuietHoursBody)
  quietHours?: QuietHoursBody | null;

  /**
   * Where a webhook posts to; write-only.
   * @example 'https://hooks.example.com/backups'
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(2048)
  url?: string;

  /** PagerDuty's integration key or Opsgenie's API key; write-only. */
  @whereNotNull
  @MaxLength(256)
  @Matches(printable)
  serviceKey?: string | null;

  /** Value of an Authorization header; write-only. */
  @whereNotNull
  @MaxLength(4096)
  @Matches(printable)
  authorization?: string | null;

  /** Receivers of the mail. */
  @ApiProperty({ type: 'string', isArray: true, required: false, examples: [['ops@example.com']] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsEmail(localToo, { each: true })
  to?: string[];

  /** Sender of the mail; null: that of the installation. */
  @whereNotNull
  @IsEmail(localToo)
  from?: string | null;

  /** A mail server of its own; null: that of the installation. */
  @ApiProperty({ type: () => SmtpBody, required: false, nullable: true })
  @whereNotNull
  @NestedField(() => SmtpBody)
  smtp?: SmtpBody | null;
}

/** A channel as it is to be. */
export class CreateChannelBody extends ChannelBody {
  /**
   * Its name, which no other channel has.
   * @example 'On call'
   */
  @Matches(readableName)
  name!: string;

  /** email or webhook. */
  @ApiProperty({ enum: channelKinds, examples: ['webhook'] })
  @IsIn(channelKinds)
  kind!: ChannelKind;

  /** What a webhook's body looks like. It stays as it is: another receiver is another channel. */
  @ApiProperty({ enum: bodyFormats, required: false, default: 'standard', examples: ['slack'] })
  @MayBeAbsent()
  @IsIn(bodyFormats)
  format?: BodyFormat;

  /** What bodies of the standard format are signed with; without it one is made. Write-only. */
  @ApiProperty({ type: 'string', required: false, examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] })
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  signingSecret?: string;
}

/** What is to change of a channel; what is left out stays. */
export class ChangeChannelBody extends ChannelBody {
  /** Its name, which no other channel has. */
  @MayBeAbsent()
  @Matches(readableName)
  name?: string;
}

/** What is to become of the signing secrets. */
export class RotateSecretsBody {
  /** true: the old one is no longer valid; no new one is made. */
  @MayBeAbsent()
  @IsBoolean()
  finish?: boolean;

  /** The new one; without it one is made. Write-only. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  signingSecret?: string;
}
