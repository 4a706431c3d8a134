import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * DynamoDB Local as a test wants it: on loopback only, on a free port that it prints, and gone with whoever started it.
 * By itself it listens on every address, and lives on when its parent is killed.
 */
public class LoopbackDynamo {
  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer proxy = ServerRunner.createServerFromCommandLineArgs(args);
    var field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    Server server = (Server) field.get(proxy);
    ServerConnector connector = null;
    for (Connector each : server.getConnectors()) connector = (ServerConnector) each;
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    server.start();
    System.out.println("listening on " + connector.getLocalPort());
    // The parent holds the other end: it is closed when the parent ends, however it ends.
    while (System.in.read() >= 0) continue;
    Runtime.getRuntime().halt(0);
  }
}
