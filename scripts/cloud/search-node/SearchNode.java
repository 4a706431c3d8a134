import org.codelibs.opensearch.runner.OpenSearchRunner;
import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

/** One real OpenSearch node on loopback, for trying and tests. Arguments: folder, HTTP port, transport port. */
public class SearchNode {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", args[2]);
      settings.put("discovery.type", "single-node");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try { runner.close(); } catch (Exception e) { /* going down anyway */ }
    }));
    runner.build(newConfigs().basePath(args[0]).numOfNode(1).clusterName("inputlist").disableESLogger());
    System.out.println("OpenSearch is ready on port " + args[1]);
    Thread.currentThread().join();
  }
}
