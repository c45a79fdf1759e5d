import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const limitMs = 2_000;

/** Whether the console's own database answers within two seconds. */
@Injectable()
export class DatabaseProbe {
  constructor(private readonly dataSource: DataSource) {}

  async answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    const asked = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const answered = await Promise.race([asked, tooSlow]);
    clearTimeout(timer);
    return answered;
  }
}
