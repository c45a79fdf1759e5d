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
import { type BodyFormat, bodyFormats, smtpSecurities, type SmtpSecurity } from '../../../domain/channel.js';
import { addressPattern } from '../../../domain/director-settings.js';
import { type Severity, severities } from '../../../domain/event.js';
import { NestedField } from '../../../http/input.pipe.js';
import { MayBeAbsent } from '../../../http/query.decorators.js';
import { type ChannelKind, channelKinds } from './channels.dto.js';

const whereNotNull = ValidateIf((_, value) => value !== undefined && value !== null);
/** No control, line or direction character, no blank at its ends: it is used in subjects and titles. */
const readableName = /^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,100}(?<!\s)$/u;
const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const plainText = /^[^\p{Cc}]+$/u;
/** A relay beside the console knows names without a dot: root@localhost. */
const localToo = { require_tld: false };
const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Hours during which only critical events are sent. */
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

  /** Days on which the hours start, 1 (Monday) to 7 (Sunday). Default: every day. */
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

/** Mail server of a channel. */
export class SmtpBody {
  /** Host name or IP address. */
  @Matches(addressPattern)
  host!: string;

  /** Port. Default: 587 for starttls, 465 for tls, 25 for none. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, required: false, examples: [587] })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(65_535)
  port?: number;

  /** `none` is for relays on a trusted network and does not allow a login. */
  @ApiProperty({ enum: smtpSecurities, required: false, default: 'starttls', examples: ['starttls'] })
  @MayBeAbsent()
  @IsIn(smtpSecurities)
  security?: SmtpSecurity;

  /** Username; null for no login. */
  @whereNotNull
  @Length(1, 255)
  @Matches(plainText)
  username?: string | null;

  /** Password; write-only. An omitted password is kept as long as the other server settings are unchanged. */
  @whereNotNull
  @Length(1, 1024)
  @Matches(plainText)
  password?: string | null;
}

/** Settings for adding and changing a channel. */
class ChannelBody {
  /** Events to send: `*` matches one word, `**` any remaining words, a leading `!` excludes. */
  @ApiProperty({ type: 'string', isArray: true, required: false, examples: [['job.completed.*', 'client.silence.**']] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  patterns?: string[];

  /** Lowest severity to send. */
  @ApiProperty({ enum: severities, required: false, examples: ['warning'] })
  @MayBeAbsent()
  @IsIn(severities)
  minSeverity?: Severity;

  /** Hours during which only critical events are sent; null for none. */
  @ApiProperty({ type: () => QuietHoursBody, required: false, nullable: true })
  @whereNotNull
  @NestedField(() => QuietHoursBody)
  quietHours?: QuietHoursBody | null;

  /**
   * URL of the webhook; write-only.
   * @example 'https://hooks.example.com/backups'
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(2048)
  url?: string;

  /** Integration key of PagerDuty or API key of Opsgenie; write-only. */
  @whereNotNull
  @MaxLength(256)
  @Matches(printable)
  serviceKey?: string | null;

  /** Value of the Authorization header; write-only. */
  @whereNotNull
  @MaxLength(4096)
  @Matches(printable)
  authorization?: string | null;

  /** Recipients of the mail. */
  @ApiProperty({ type: 'string', isArray: true, required: false, examples: [['ops@example.com']] })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsEmail(localToo, { each: true })
  to?: string[];

  /** Sender of the mail; null for the console's default. */
  @whereNotNull
  @IsEmail(localToo)
  from?: string | null;

  /** Mail server of the channel; null for the console's default. */
  @ApiProperty({ type: () => SmtpBody, required: false, nullable: true })
  @whereNotNull
  @NestedField(() => SmtpBody)
  smtp?: SmtpBody | null;
}

/** New channel. */
export class CreateChannelBody extends ChannelBody {
  /**
   * Unique name of the channel.
   * @example 'On call'
   */
  @Matches(readableName)
  name!: string;

  /** Kind of channel: `email` or `webhook`. */
  @ApiProperty({ enum: channelKinds, examples: ['webhook'] })
  @IsIn(channelKinds)
  kind!: ChannelKind;

  /** Body format of a webhook. It cannot be changed later: add another channel for another receiver. */
  @ApiProperty({ enum: bodyFormats, required: false, default: 'standard', examples: ['slack'] })
  @MayBeAbsent()
  @IsIn(bodyFormats)
  format?: BodyFormat;

  /** Secret that signs bodies of the standard format; write-only. Default: a generated secret. */
  @ApiProperty({ type: 'string', required: false, examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] })
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  signingSecret?: string;
}

/** Changes to a channel. Omitted members keep their value. */
export class ChangeChannelBody extends ChannelBody {
  /** Unique name of the channel. */
  @MayBeAbsent()
  @Matches(readableName)
  name?: string;
}

/** Rotation of the signing secret. */
export class RotateSecretsBody {
  /** True: the old secret becomes invalid and no new one is created. */
  @MayBeAbsent()
  @IsBoolean()
  finish?: boolean;

  /** New secret; write-only. Default: a generated secret. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(100)
  signingSecret?: string;
}
