import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Directors that are added through the API. */
export class CreateConfiguredDirectors1763700005000 implements MigrationInterface {
  readonly name = 'CreateConfiguredDirectors1763700005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "configured_director" (
      "name" text NOT NULL,
      "settings" jsonb NOT NULL,
      "sealed" text NOT NULL,
      "is_default" boolean NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "revision" integer NOT NULL,
      CONSTRAINT "configured_director_pkey" PRIMARY KEY ("name")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "configured_director"`);
  }
}
