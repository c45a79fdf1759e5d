import { Link } from '@tanstack/react-router';
import { apiRoot, documentationAddress } from '../../api/address';
import { CopyCurl, curlOf } from '../../components/copy-as-curl';
import { Copied } from '../../components/copy-once';
import { Cell, Row, Table } from '../../components/table';
import { Title } from '../../components/title';
import { useWords } from '../../i18n/messages';
import { apiWords } from './api.messages';
import { type KnownRoute, knownRoutes } from './known-routes';
import './api.css';

const [whoAmI] = knownRoutes as readonly [KnownRoute, ...KnownRoute[]];

export function ApiPage() {
  const words = useWords(apiWords);
  return (
    <>
      <Title>{words.title}</Title>
      <p>{words.about}</p>
      <Copied label={words.base} text={apiRoot} />
      <section>
        <h2>{words.token}</h2>
        <p>
          {words.tokenHint} <Link to="/administration/tokens">{words.makeToken}</Link>
        </p>
        <Copied label={words.who} text={curlOf(whoAmI)} />
      </section>
      <section>
        <h2>{words.read}</h2>
        <p>{words.docsHint}</p>
        <p className="row wrap">
          <a className="button" href={documentationAddress('read')}>
            {words.docs}
          </a>
          <a href={documentationAddress('document')}>{words.document}</a>
          <a href={documentationAddress('errors')}>{words.errors}</a>
        </p>
      </section>
      <section>
        <h2>{words.routes}</h2>
        <Routes />
        <p className="quiet after">{words.internal}</p>
      </section>
    </>
  );
}

function Routes() {
  const words = useWords(apiWords);
  return (
    <Table label={words.routes} heads={[words.wish, words.line, words.copy]} className="routes">
      {knownRoutes.map(({ wish, method, path, body }) => (
        <Row key={wish} name={words.wishes[wish]}>
          <Cell of={words.line}>
            <code className="line">{curlOf({ method, path, body })}</code>
          </Cell>
          <Cell of={words.copy}>
            <CopyCurl {...{ method, path, body }} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
